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
const TRIES = 3;
const browser = await puppeteer.launch({ executablePath: chrome, args: flags });

async function visited({ address, kept }, device) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, kept);
  // What was kept would be cleared away otherwise; the cache is empty in a new context.
  const options = { onlyCategories: ["performance"], disableStorageReset: true, logLevel: "error" };
  const { lhr } = await lighthouse(address, options, CONFIGS[device], page).finally(() => context.close());
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  if (!lhr.finalDisplayedUrl.startsWith(address)) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  const found = Object.entries(AUDITS).map(([name, audit]) => [name, lhr.audits[audit].numericValue]);
  return { score: 100 * lhr.categories.performance.score, ...Object.fromEntries(found) };
}

/* A visit whose trace lacks its beginning is what Lighthouse asks to be repeated. */
async function tried(screen, device, left = TRIES) {
  try {
    return await visited(screen, device);
  } catch (error) {
    if (left > 1) return tried(screen, device, left - 1);
    throw error;
  }
}

try {
  for (let run = 0; run < runs; run++)
    for (const device of Object.keys(CONFIGS))
      for (const screen of screens)
        console.log(JSON.stringify({ screen: screen.name, device, ...(await tried(screen, device)) }));
} catch (error) {
  // Alone, it is the reason that is told.
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await browser.close();
}
