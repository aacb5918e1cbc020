// What does a script add to reading? Open folds where there is room, the place in the outline,
// copying, and the choice of colours.

/** @template {Element} E @param {string} selector @param {new () => E} kind @returns {E[]} */
const all = (selector, kind) =>
  [...document.querySelectorAll(selector)].flatMap((it) => (it instanceof kind ? [it] : []));

const foldOpenly = () => {
  const roomy = [
    { selector: "details.side", room: matchMedia("(min-width: 56rem)") },
    { selector: "details.outline", room: matchMedia("(min-width: 80rem)") },
  ];
  for (const { selector, room } of roomy) {
    const fold = () => all(selector, HTMLDetailsElement).forEach((it) => (it.open = room.matches));
    fold();
    room.addEventListener("change", fold);
  }
  const current = document.querySelector(".side [aria-current]");
  const side = document.querySelector(".side");
  if (current && side) {
    const [inner, outer] = [current.getBoundingClientRect(), side.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) side.scrollTop += inner.top - outer.top - outer.height / 3;
  }
};

/** The outline marks the last heading that the reader has come to. */
const followOutline = () => {
  const links = all(".outline a", HTMLAnchorElement);
  const places = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (places.length === 0) return;
  let isWaiting = false;
  const mark = () => {
    isWaiting = false;
    const passed = places.filter(({ heading }) => heading.getBoundingClientRect().top < 120);
    const isEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
    const current = isEnd ? places.at(-1) : passed.at(-1);
    for (const place of places) {
      if (place === current) place.link.setAttribute("aria-current", "location");
      else place.link.removeAttribute("aria-current");
    }
  };
  const wait = () => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };
  addEventListener("scroll", wait, { passive: true });
  addEventListener("resize", wait, { passive: true });
  wait();
};

/** Each block of code gets a button that copies what is to be seen of it. */
const addCopying = () => {
  if (!navigator.clipboard) return;
  const heard = document.createElement("p");
  heard.className = "unseen";
  heard.setAttribute("role", "status");
  document.body.append(heard);
  for (const code of all("article pre > code", HTMLElement)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this code");
    button.addEventListener("click", async () => {
      const copied = code.cloneNode(true);
      if (copied instanceof Element) copied.querySelectorAll(".p").forEach((it) => it.remove());
      const says = await navigator.clipboard.writeText(copied.textContent ?? "").then(
        () => "Copied",
        () => "Not copied",
      );
      button.textContent = says;
      heard.textContent = says;
      setTimeout(() => {
        button.textContent = "Copy";
        heard.textContent = "";
      }, 2000);
    });
    const pre = code.parentElement;
    const box = pre?.parentElement;
    if (!pre || !box) continue;
    if (box.classList.contains("code")) {
      box.append(button);
    } else {
      const around = document.createElement("div");
      around.className = "code";
      pre.replaceWith(around);
      around.append(pre, button);
    }
  }
};

const offerSchemes = () => {
  const button = document.getElementById("Site-scheme");
  if (!button) return;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.scheme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("scheme", root.dataset.scheme);
    } catch {
      // It then holds for this page alone.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
  button.hidden = false;
};

foldOpenly();
followOutline();
addCopying();
offerSchemes();
