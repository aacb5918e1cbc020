//! What this site says of itself to MCP clients.

use contract::contract::Contract;
use projections::{
    access::Access,
    mcp::{FixedDocument, Identity, Prompt, PromptArgument, Server},
};

/// What the models that connect are told first.
const INSTRUCTIONS: &str = "This site is a library of pages. Start with `search` for a question or \
                            a name, then `read` a match by its id and anchor. Every answer may \
                            name what to call next, and an error says how to mend the call.";

/// What the guide says beyond that.
const GUIDE: &str = "# How to use this site\n\n\
    1. Ask with `search`: a question or a name, in any words. Each match names its page, heading \
    and anchor, with an excerpt.\n\
    2. Read with `read`: a page by its id, or one section by its anchor. Pass `part: \"outline\"` \
    to see the headings first. A long page comes in parts: pass `nextCursor` as `cursor`.\n\
    3. Follow `next`: an answer or an error may name what to call next, with the whole input.\n\n\
    Cite a page by its `route`. The same pages are resources, `capstan://page/` and the id.\n";

/// A server for these capabilities, for every surface of this process that speaks MCP.
pub fn mcp_server<'c>(
    title: &str,
    access: Access,
    contracts: impl IntoIterator<Item = &'c Contract>,
) -> Server {
    let identity = Identity {
        name: "capstan".to_owned(),
        title: title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: Some("Search and read this site's pages.".to_owned()),
        website: None,
    };
    Server::new(&identity, INSTRUCTIONS, access, contracts)
        .with_documents([guide()])
        .with_prompts([answer(), explain()])
}

fn guide() -> FixedDocument {
    FixedDocument {
        uri: "capstan://guide".to_owned(),
        name: "guide".to_owned(),
        title: "How to use this site".to_owned(),
        description: "The way from a question to a cited answer, in three steps.".to_owned(),
        media_type: "text/markdown".to_owned(),
        text: GUIDE.to_owned(),
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
