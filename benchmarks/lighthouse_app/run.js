// Runs Lighthouse on the screens that standard input names, by turns, each time in a browser that has seen nothing yet
// but what a signed-in person's keeps; one line of JSON for each run.
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const { chrome, flags, screens, runs } = JSON.parse(await new Response(process.stdin).text());
const CONFIGS = { desk: desktopConfig, phone: undefined };
const AUDITS = {
  blocking: "total-blocking-time",
  paint: "first-contentful-paint",
  largest: "largest-contentful-paint",
  shift: "cumulative-layout-shift",
};
const browser = await puppeteer.launch({ executablePath: chrome, args: flags });

async function visited({ address, kept }, device) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, kept);
  // What was kept would be cleared away otherwise; the cache is empty in a new context.
  const options = { onlyCategories: ["performance"], disableStorageReset: true, logLevel: "error" };
  const { lhr } = await lighthouse(address, options, CONFIGS[device], page);
  await context.close();
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  if (!lhr.finalDisplayedUrl.startsWith(address)) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  const found = Object.entries(AUDITS).map(([name, audit]) => [name, lhr.audits[audit].numericValue]);
  return { score: 100 * lhr.categories.performance.score, ...Object.fromEntries(found) };
}

for (let run = 0; run < runs; run++)
  for (const device of Object.keys(CONFIGS))
    for (const screen of screens)
      console.log(JSON.stringify({ screen: screen.name, device, ...(await visited(screen, device)) }));
await browser.close();
