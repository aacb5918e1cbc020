// What matches while somebody types? The form works without this; matches then are a page.

/**
 * @typedef {object} Match
 * @property {string} title
 * @property {string} route
 * @property {string} [heading]
 * @property {string} [anchor]
 * @property {string} [excerpt]
 */

const MATCHES_MAX = 8;
const PAUSE_MS = 120;

const form = document.getElementById("Site-search");
const input = document.getElementById("Site-query");
if (form instanceof HTMLFormElement && input instanceof HTMLInputElement) enhance(form, input);

/** @param {HTMLFormElement} form @param {HTMLInputElement} input */
function enhance(form, input) {
  const panel = element("div", "found");
  const list = element("div", "matches");
  const heard = element("p", "said");
  panel.hidden = true;
  list.id = "Site-matches";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Matches");
  heard.setAttribute("role", "status");
  panel.append(heard, list);
  form.append(panel);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");

  /** @type {AbortController | undefined} */
  let running;
  let timer = 0;
  let chosen = -1;
  /** @type {Element | null} */
  let before = null;

  const options = () => [...list.children].filter((it) => it instanceof HTMLAnchorElement);

  /** @param {number} index */
  const choose = (index) => {
    chosen = index;
    options().forEach((it, at) => it.setAttribute("aria-selected", String(at === index)));
    const option = options()[index];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  /** @param {string} words @param {HTMLAnchorElement[]} matches */
  const show = (words, matches) => {
    heard.textContent = words;
    list.replaceChildren(...matches);
    list.hidden = matches.length === 0;
    panel.hidden = false;
    input.setAttribute("aria-expanded", String(matches.length > 0));
    choose(-1);
  };

  const close = () => {
    clearTimeout(timer);
    running?.abort();
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  const ask = async () => {
    running?.abort();
    const query = input.value.trim();
    if (query === "") return close();
    const own = (running = new AbortController());
    try {
      const parameters = new URLSearchParams({ query, limit: String(MATCHES_MAX) });
      const answer = await fetch(`/api/search?${parameters}`, {
        signal: own.signal,
        headers: { accept: "application/json" },
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      /** @type {{matches: Match[], total: number}} */
      const { matches, total } = await answer.json();
      if (own.signal.aborted) return;
      const more = total > matches.length ? `, the best ${matches.length} shown` : "";
      const count = total === 1 ? "1 match" : `${total} matches`;
      show(matches.length === 0 ? "Nothing found." : count + more, matches.map(option));
    } catch {
      // A newer question, or a closed panel, has ended this one.
      if (!own.signal.aborted) show("The search does not answer. Try again.", []);
    }
  };

  const open = () => {
    if (document.activeElement !== input) before = document.activeElement;
    input.focus();
    input.select();
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  input.addEventListener("focus", () => {
    if (input.value.trim() !== "" && panel.hidden) ask();
  });
  form.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && form.contains(event.relatedTarget))) close();
  });
  // A press on a match must not take the focus away first.
  panel.addEventListener("mousedown", (event) => event.preventDefault());

  input.addEventListener("keydown", (event) => {
    const count = options().length;
    const isOpen = !panel.hidden && count > 0;
    if (event.key === "ArrowDown" && isOpen) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && isOpen) choose(chosen <= 0 ? count - 1 : chosen - 1);
    else if (event.key === "Enter" && isOpen && chosen >= 0) options()[chosen]?.click();
    else if (event.key === "Escape") {
      if (panel.hidden) input.value = "";
      close();
      if (before instanceof HTMLElement && before !== document.body) before.focus();
      else input.blur();
      before = null;
    } else return;
    event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!(isK || (isSlash && !isWriting(event.target)))) return;
    event.preventDefault();
    open();
  });
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

/** @param {Match} match @param {number} index */
function option({ title, route, heading, anchor, excerpt }, index) {
  const link = document.createElement("a");
  link.id = `Site-match-${index}`;
  link.href = anchor ? `${route}#${encodeURIComponent(anchor)}` : route;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  link.append(element("strong", "", title));
  if (heading && heading !== title) link.append(" ", element("span", "heading", heading));
  if (excerpt) link.append(" ", element("span", "excerpt", excerpt));
  return link;
}

/** @param {string} tag @param {string} name @param {string} [text] */
function element(tag, name, text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}
