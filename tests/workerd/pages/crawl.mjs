// Where do the pages of a site lead, in both forms, and is everything there?
import { ask } from "./platforms.mjs";
import { unescaped } from "./documents.mjs";

const HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** What a page of HTML leads to: links, and what it is shown with. */
function leadsOfHtml(text) {
  const visible = text.replace(/<!--[\s\S]*?-->/g, "");
  const attributes = visible.matchAll(/<(?:a|link|img|script|source|form)\b[^>]*?\s(?:href|src|action)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g);
  return [...attributes].map(([, one, other, bare]) => unescaped(one ?? other ?? bare));
}

/** What a page of Markdown leads to; code is no link. */
function leadsOfMarkdown(text) {
  const prose = [];
  let fence = null;
  for (const line of text.split("\n")) {
    const mark = line.match(/^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/)?.[1];
    if (fence === null && mark) fence = mark;
    else if (fence !== null) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && line.trim().endsWith(mark)) fence = null;
    } else prose.push(line);
  }
  const words = prose.join("\n").replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
  const inline = [...words.matchAll(/\]\(\s*<?((?:[^()\s<>\\]|\([^()\s]*\))*)/g)].map((it) => it[1]);
  const named = [...words.matchAll(/^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?([^\s<>]+)/gm)].map((it) => it[1]);
  return [...inline, ...named];
}

function anchorsOf(html) {
  return new Set([...html.matchAll(/\sid=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)].map((it) => unescaped(it[1] ?? it[2] ?? it[3])));
}

/** Follows every link from the site's first page, and whatever else is named. */
export async function crawl(url, more = []) {
  const places = new Map();
  const problems = [];
  const waiting = [{ path: "/", from: "the start" }, ...more];
  const wanted = [];
  const seen = new Set();
  async function look({ path, from }) {
    const markdown = await ask(url, path);
    const html = await ask(url, path, { headers: { accept: HTML } });
    for (const [form, answer] of [["Markdown", markdown], ["HTML", html]]) {
      if (answer.status !== 200) problems.push(`${path} (${form}) answers ${answer.status}, and ${from} leads there`);
    }
    const isPage = html.headers["content-type"]?.startsWith("text/html") && html.headers.vary === "Accept";
    places.set(path, { isPage, anchors: isPage ? anchorsOf(html.text) : new Set(), markdown, html });
    if (html.status !== 200 || !(isPage || path.endsWith(".md"))) return;
    const base = new URL(path, url);
    const leads = [
      ...(isPage ? leadsOfHtml(html.text).map((it) => [it, "HTML"]) : []),
      ...leadsOfMarkdown(markdown.text).map((it) => [it, "Markdown"]),
    ];
    for (const [lead, form] of leads) {
      if (lead === "" || !URL.canParse(lead, base)) {
        problems.push(`${path} (${form}) leads to \`${lead}\`, which is no address`);
        continue;
      }
      const target = new URL(lead, base);
      if (target.origin !== base.origin) continue;
      wanted.push({ from: `${path} (${form})`, path: target.pathname, anchor: decodeURIComponent(target.hash.slice(1)) });
      waiting.push({ path: target.pathname + target.search, from: `${path} (${form})` });
    }
  }
  while (waiting.length > 0) {
    const batch = waiting.splice(0, 8).filter((it) => !seen.has(it.path) && seen.add(it.path));
    await Promise.all(batch.map(look));
  }
  for (const { from, path, anchor } of wanted) {
    const place = places.get(path);
    if (anchor === "" || !place?.isPage || place.html.status !== 200) continue;
    if (!place.anchors.has(anchor)) problems.push(`${from} leads to ${path}#${anchor}, and there is no such anchor`);
  }
  return { places, problems: [...new Set(problems)].sort() };
}
