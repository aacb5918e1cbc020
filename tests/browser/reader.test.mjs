// Can the pages be read, by key, finger and paper, with and without a script?
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_FLAGS, serveBook } from "./book.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CHAPTER = "/ch04-01-what-is-ownership";
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

let browser;
let book;

before(async () => {
  book = await serveBook();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
});

after(async () => {
  await browser?.close();
  book?.end();
});

/**
 * Opens a path, does something with it, and finds that the browser had nothing to complain of:
 * no error, nothing that the policy refused. `complaints` says which are expected.
 */
async function reading(path, options, work, complaints = []) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const heard = [];
  page.on("console", (it) => ["error", "warning"].includes(it.type()) && heard.push(it.text()));
  page.on("pageerror", (it) => heard.push(it.message));
  await page.goto(book.url + path);
  try {
    await work(page, context);
    const left = heard.filter((it) => !complaints.some((expected) => it.includes(expected)));
    assert.deepEqual(left, [], `what the browser says of ${path}`);
  } finally {
    await context.close();
  }
}

const focused = (page) =>
  page.evaluate(() => {
    const it = document.activeElement;
    return it?.id || it?.className || it?.tagName;
  });

test("a chapter has its frame: trail, title, outline, order, and its Markdown", () =>
  reading(CHAPTER, {}, async (page) => {
    assert.equal(await page.locator("h1").count(), 1);
    assert.match(await page.locator("h1").textContent(), /^What Is Ownership\?/);
    assert.equal(await page.locator(".trail a").first().textContent(), "Understanding Ownership");
    assert.equal(await page.locator(".side [aria-current=page]").textContent(), "What is Ownership?");
    assert.match(await page.locator(".turning .next").textContent(), /References and Borrowing/);
    assert.match(await page.locator(".turning .prev").textContent(), /Understanding Ownership/);
    assert.equal(await page.locator(".outline a").first().textContent(), "Ownership Rules");
    const markdown = page.locator(".foot a", { hasText: "View as Markdown" });
    assert.equal(await markdown.getAttribute("href"), `${CHAPTER}.md`);
    await page.locator(".turning .next").click();
    await page.waitForURL("**/ch04-02-references-and-borrowing");
  }));

test("headings skip no level, on any page of the book", async () => {
  const listed = await (await fetch(`${book.url}/sitemap.xml`)).text();
  const paths = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, it]) => new URL(it).pathname);
  assert.ok(paths.length > 100, `${paths.length} pages`);
  for (const path of paths) {
    const answer = await fetch(book.url + path, { headers: { accept: "text/html" } });
    const html = await answer.text();
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, it]) => Number(it));
    assert.equal(levels.filter((it) => it === 1).length, 1, path);
    levels.reduce((above, it) => {
      assert.ok(it <= above + 1, `${path}: h${it} under h${above}`);
      return it;
    }, 0);
  }
});

test("search works by keys alone, and gives the focus back", () =>
  reading(CHAPTER, {}, async (page) => {
    const panel = page.locator(".found");
    await page.locator(".side a").first().focus();
    const before = await focused(page);
    await page.keyboard.press("/");
    assert.equal(await focused(page), "Site-query");
    await page.keyboard.type("borrowing");
    await page.locator(".found [role=option]").first().waitFor();
    assert.match(await page.locator(".said").textContent(), /^\d+ match(es)?/);
    assert.equal(await page.locator("#Site-query").getAttribute("aria-expanded"), "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const chosen = page.locator(".found [aria-selected=true]");
    assert.equal(await chosen.count(), 1);
    const id = await chosen.getAttribute("id");
    assert.equal(await page.locator("#Site-query").getAttribute("aria-activedescendant"), id);
    await page.keyboard.press("Escape");
    assert.equal(await panel.isVisible(), false);
    assert.equal(await focused(page), before);
    await page.keyboard.press("Control+k");
    assert.equal(await focused(page), "Site-query");
    await page.locator(".found [role=option]").first().waitFor();
    await page.keyboard.press("ArrowDown");
    const href = await chosen.getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL(book.url + href);
  }));

test("matches are words, whatever they hold, and the newest question counts", () =>
  reading(CHAPTER, {}, async (page) => {
    const evil = "<img src=x onerror=alert(1)>";
    const match = { title: evil, route: CHAPTER, heading: evil, excerpt: evil };
    let slow;
    await page.route("**/api/search?*", async (route) => {
      const query = new URL(route.request().url()).searchParams.get("query");
      if (query === "slow") await new Promise((resolve) => (slow = resolve));
      const matches = query === "none" ? [] : [{ ...match, title: `${query} ${evil}` }];
      await route.fulfill({ json: { matches, total: matches.length } }).catch(() => {});
    });
    const input = page.locator("#Site-query");
    const asked = page.waitForRequest(/query=slow/);
    await input.fill("slow");
    await asked;
    const dropped = page.waitForEvent("requestfailed", (it) => it.url().includes("query=slow"));
    await input.fill("quick");
    await page.locator(".found [role=option]", { hasText: "quick" }).waitFor();
    await dropped;
    slow();
    await input.fill("none");
    await page.locator(".said", { hasText: "Nothing found." }).waitFor();
    assert.equal(await page.locator(".found [role=option]").count(), 0);
    assert.equal(await page.locator(".found img").count(), 0);
  }));

test("a search that does not answer says so", () =>
  reading(
    CHAPTER,
    {},
    async (page) => {
      await page.route("**/api/search?*", (route) => route.fulfill({ status: 503, body: "" }));
      await page.locator("#Site-query").fill("ownership");
      await page.locator(".said", { hasText: "does not answer" }).waitFor();
    },
    ["503"],
  ));

test("without a script a search is a form and a page, and nothing is missing", () =>
  reading(CHAPTER, { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator(".side a").first().isVisible(), true);
    assert.equal(await page.locator("#Site-scheme").isVisible(), false);
    await page.locator("#Site-query").fill("ownership <b>");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?query=*");
    assert.ok((await page.locator(".results li a").count()) > 0);
    assert.equal(await page.locator(".again input").inputValue(), "ownership <b>");
    assert.equal(await page.locator("main b").count(), 0);
  }));

test("without a script a phone still has its pages, folded", () =>
  reading(CHAPTER, { javaScriptEnabled: false, viewport: PHONE }, async (page) => {
    const entry = page.locator(".side a").first();
    assert.equal(await entry.isVisible(), false);
    await page.locator(".side summary").click();
    assert.equal(await entry.isVisible(), true);
  }));

test("the first key leads to the content, and every stop can be seen", () =>
  reading(CHAPTER, {}, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "skip");
    const box = await page.locator(".skip").boundingBox();
    assert.ok(box && box.y >= 0, "the skip link is in view");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "home");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Site-query");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    for (let stop = 0; stop < 40; stop += 1) {
      const outline = await page.evaluate(() => {
        const it = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(it);
        return { style: outlineStyle, width: parseFloat(outlineWidth), tag: it.outerHTML.slice(0, 90) };
      });
      assert.ok(outline.style !== "none" && outline.width >= 2, JSON.stringify(outline));
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Control+Home");
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Site-content");
  }));

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("colours follow the system, then the reader, and stay chosen", () =>
  reading(CHAPTER, { colorScheme: "dark" }, async (page) => {
    const dark = await paper(page);
    const button = page.locator("#Site-scheme");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await button.focus();
    await page.keyboard.press("Enter");
    const light = await paper(page);
    assert.notEqual(light, dark);
    assert.equal(light, "rgb(255, 255, 255)");
    await page.goto(`${book.url}/ch10-02-traits`);
    assert.equal(await paper(page), light);
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await button.click();
    assert.equal(await paper(page), dark);
  }));

test("nothing is wider than a phone", async () => {
  const paths = ["/", CHAPTER, "/appendix-02-operators", "/ch17-01-futures-and-syntax", "/search?query=a", "/no/such/page"];
  for (const path of paths) {
    const work = async (page) => {
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= room, `${path} is ${wide} wide in ${room}`);
    };
    await reading(path, { viewport: PHONE }, work, ["404"]);
  }
});

test("paper gets the article alone, whole", () =>
  reading(CHAPTER, { colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const gone of [".top", ".side", ".outline", ".turning"]) {
      assert.equal(await page.locator(gone).isVisible(), false, gone);
    }
    assert.equal(await page.locator("h1").isVisible(), true);
    assert.equal(await paper(page), "rgb(255, 255, 255)");
    const cut = await page.locator("article pre").evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
    assert.equal(cut, 0, "code that paper cuts off");
    assert.ok((await page.pdf()).length > 10_000);
  }));

test("a button copies the code that is to be seen", () =>
  reading(CHAPTER, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const code = page.locator(".code pre > code").first();
    await page.locator(".code > .copy").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".copy", { hasText: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await code.textContent());
  }));

test("a link to a part shows which part is meant, and the outline follows", () =>
  reading(`${CHAPTER}#variable-scope`, {}, async (page) => {
    const mark = await page.locator(":target").evaluate((it) => getComputedStyle(it).backgroundColor);
    assert.notEqual(mark, "rgba(0, 0, 0, 0)");
    const top = await page.locator(":target").evaluate((it) => it.getBoundingClientRect().top);
    const bar = await page.locator(".top").evaluate((it) => it.getBoundingClientRect().bottom);
    assert.ok(top >= bar, "the heading is not under the bar");
    await page.locator(".outline [aria-current]", { hasText: "Variable Scope" }).waitFor();
  }));

test("a paragraph can be linked to, and is shown", async () => {
  const answer = await fetch(book.url + CHAPTER, { headers: { accept: "text/html" } });
  const [, anchor] = (await answer.text()).match(/<p id="(p-[0-9a-f]{12})"/);
  await reading(`${CHAPTER}#${anchor}`, {}, async (page) => {
    const mark = await page.locator(":target").evaluate((it) => getComputedStyle(it).backgroundColor);
    assert.notEqual(mark, "rgba(0, 0, 0, 0)");
  });
});

test("the picture of what is around a page leads there", () =>
  reading(CHAPTER, {}, async (page) => {
    const nodes = page.locator(".picture a");
    assert.ok((await nodes.count()) <= 15);
    assert.match(await page.locator(".picture figcaption").textContent(), /leads? here/);
    const first = nodes.first();
    const href = await first.getAttribute("href");
    await first.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(book.url + href);
  }));

test("who wants less motion gets none", () =>
  reading(CHAPTER, { reducedMotion: "reduce" }, async (page) => {
    const behavior = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    assert.equal(behavior, "auto");
  }));

test("a page that is not there offers others", () =>
  reading(
    "/ch04-01-what-is-owner",
    {},
    async (page) => {
      assert.equal(await page.locator("h1").textContent(), "Not found");
      assert.ok((await page.locator(".results a").count()) > 1);
    },
    ["404"],
  ));

test("axe finds nothing", async () => {
  const paths = ["/", CHAPTER, "/appendix-02-operators", "/ch17-01-futures-and-syntax", "/search?query=ownership", "/no/such/page"];
  for (const path of paths) {
    for (const colorScheme of ["light", "dark"]) {
      for (const viewport of [DESKTOP, PHONE]) {
        const work = async (page) => {
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
          assert.deepEqual(found, [], `${path} ${colorScheme} ${viewport.width}`);
        };
        await reading(path, { colorScheme, viewport, bypassCSP: true }, work, ["404"]);
      }
    }
  }
});

test("axe finds nothing in open matches", () =>
  reading(CHAPTER, { bypassCSP: true }, async (page) => {
    await page.locator("#Site-query").fill("ownership");
    await page.locator(".found [role=option]").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  }));
