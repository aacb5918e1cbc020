//! What this site says of itself to MCP clients.

use std::rc::Rc;

use contract::{
    caller::Caller,
    contract::Contract,
    policy::{Decision, Rule, decide},
    registry::Registry,
};
use projections::{
    access::Access,
    mcp::{DocumentText, FixedDocument, Identity, Prompt, PromptArgument, Server},
    typescript,
};

/// What the models that connect are told first.
fn instructions(title: &str) -> String {
    format!(
        "{title}: a library of pages. Start with `search` for a question or a name, then `read` a \
         match by its id and anchor. Every answer may name what to call next, and an error says how \
         to mend the call. The resource `capstan://guide` is a map of all pages."
    )
}

/// What is said to those who read on.
const START: &str = "# How to use this site\n\n\
    1. Ask with `search`: a question or a name, in any words. Each match names its page, heading \
    and anchor, with an excerpt.\n\
    2. Read with `read`: a page by its id, or one section by its anchor. Pass `part: \"outline\"` \
    to see the headings first. A long page comes in parts: pass `nextCursor` as `cursor`.\n\
    3. Follow `next`: an answer or an error may name what to call next, with the whole input.\n\n\
    Cite a page by its `route`. The same pages are resources, `capstan://page/` and the id.\n";

/// The capabilities that exist for everyone, shared with what is made of them later.
pub struct Public<P> {
    /// All capabilities.
    pub registry: Rc<Registry<P>>,
    /// What policy says.
    pub rules: Rc<[Rule]>,
}

impl<P: 'static> Public<P> {
    /// The contracts, in order.
    fn contracts(&self) -> impl Iterator<Item = &Contract> {
        let public = Caller::anonymous();
        let exists = move |it: &&Contract| decide(&public, it, &self.rules) != Decision::Refuse;
        self.registry.contracts().filter(exists)
    }
}

/// The server of every surface of this process that speaks MCP.
pub fn mcp_server<P: 'static>(title: &str, access: Access, public: Public<P>) -> Server {
    let identity = Identity {
        name: "capstan".to_owned(),
        title: title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: Some("Search and read this site's pages.".to_owned()),
        website: None,
    };
    let public = Rc::new(public);
    let mut documents = vec![start()];
    #[cfg(not(feature = "no-http"))]
    documents.push(openapi(title, Rc::clone(&public)));
    documents.push(declarations(public));
    let server = Server::new(&identity, &instructions(title), access)
        .with_documents(documents)
        .with_prompts([answer(), explain()]);
    #[cfg(feature = "fixtures")]
    let server = server.with_fixtures();
    server
}

fn start() -> FixedDocument {
    FixedDocument {
        uri: "capstan://start".to_owned(),
        name: "start".to_owned(),
        title: "How to use this site".to_owned(),
        description: "The way from a question to a cited answer, in three steps.".to_owned(),
        media_type: "text/markdown".to_owned(),
        text: START.to_owned().into(),
    }
}

#[cfg(not(feature = "no-http"))]
fn openapi<P: 'static>(title: &str, public: Rc<Public<P>>) -> FixedDocument {
    let info = crate::site::info(title);
    let make = move || projections::openapi::document(&info, public.contracts()).to_string();
    FixedDocument {
        uri: "capstan://openapi".to_owned(),
        name: "openapi".to_owned(),
        title: "The HTTP surface".to_owned(),
        description: "The same capabilities over HTTP, as OpenAPI describes them.".to_owned(),
        media_type: "application/json".to_owned(),
        text: DocumentText::made_by(make),
    }
}

fn declarations<P: 'static>(public: Rc<Public<P>>) -> FixedDocument {
    FixedDocument {
        uri: "capstan://declarations".to_owned(),
        name: "declarations".to_owned(),
        title: "Every capability in TypeScript".to_owned(),
        description: "What each capability takes, gives and fails with, as types.".to_owned(),
        media_type: "application/typescript".to_owned(),
        text: DocumentText::made_by(move || typescript::declarations(public.contracts())),
    }
}

fn argument(name: &str, description: &str, is_page: bool) -> PromptArgument {
    let (name, description) = (name.to_owned(), description.to_owned());
    PromptArgument { name, description, required: true, is_page }
}

fn answer() -> Prompt {
    Prompt {
        name: "answer".to_owned(),
        title: "Answer from this site".to_owned(),
        description: "Answers a question from this site's pages, and cites them.".to_owned(),
        arguments: vec![argument("question", "What to answer.", false)],
        text: "Answer from this site's pages alone, and cite each page by its route. Search with \
               `search`, read what you cite with `read`, and say so where the pages do not \
               answer.\n\nQuestion: {question}"
            .to_owned(),
    }
}

fn explain() -> Prompt {
    Prompt {
        name: "explain".to_owned(),
        title: "Explain a page".to_owned(),
        description: "Explains one page of this site.".to_owned(),
        arguments: vec![argument("page", "The page's id.", true)],
        text: "Read the page `{page}` of this site with `read`. Explain what it says in plain \
               words, with one example of your own, and name the pages to read next."
            .to_owned(),
    }
}
