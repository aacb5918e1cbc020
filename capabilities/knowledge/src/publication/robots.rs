//! What are robots told?

use super::{Publication, Published, facts::signal_of, published};

/// Agents that gather text to train models.
const TRAINERS: [&str; 8] = [
    "GPTBot",
    "ClaudeBot",
    "Google-Extended",
    "Applebot-Extended",
    "CCBot",
    "Bytespider",
    "Meta-ExternalAgent",
    "cohere-ai",
];
/// Agents that fetch a page because somebody asks something.
const READERS: [&str; 6] = [
    "ChatGPT-User",
    "Claude-User",
    "Perplexity-User",
    "MistralAI-User",
    "DuckAssistBot",
    "Amazonbot",
];
/// Agents that build an index for answers.
const SEARCHERS: [&str; 3] = ["OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"];

impl Publication<'_> {
    pub(super) fn robots(&self) -> Published {
        let signals = self.settings.signals;
        let signal = signal_of(signals);
        let mut groups = vec![group(&["*"], &signal, true)];
        groups.push(group(&TRAINERS, &signal, signals.ai_train));
        groups.push(group(&READERS, &signal, signals.ai_input));
        groups.push(group(&SEARCHERS, &signal, signals.search));
        let sitemap = format!("Sitemap: {}/sitemap.xml\n", self.origin());
        published("robots.txt", groups.join("\n") + "\n" + &sitemap)
    }
}

fn group(agents: &[&str], signal: &str, may: bool) -> String {
    let agents: String = agents.iter().map(|it| format!("User-agent: {it}\n")).collect();
    let rule = if may { "Allow" } else { "Disallow" };
    format!("{agents}Content-Signal: {signal}\n{rule}: /\n")
}
