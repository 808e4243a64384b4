/* The dialog that cuts a picture to the shape the platform shows; empty until the script has a file for it.
 * The script hands the file to `crop` and gets the cut one back, or nothing when the person gave up. */

import { lazy, Suspense, useEffect, useRef, useState } from "react";

// Its styles as a file: the policy allows no element of style (tools/policy.py).
const EasyCrop = lazy(() =>
  Promise.all([import("react-easy-crop"), import("react-easy-crop/react-easy-crop.css")]).then(([module]) => module),
);

function cutOut(bitmap, area, { ratio, shortest, longest }) {
  const least = Math.max(shortest / Math.min(area.width, area.height), 1);
  const scale = Math.min(least, longest / Math.max(area.width, area.height)) || 1;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(shortest, Math.round(area.width * scale));
  canvas.height = Math.max(shortest, Math.round(canvas.width / ratio));
  draw(canvas, bitmap, area);
  return canvas;
}

// What is see-through is white, as on the platform's pages: JPEG would make it black.
function draw(canvas, bitmap, area) {
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
}

// The platform takes these two: what the others hold is written as JPEG.
const kindOf = (file) => (file.type === "image/png" ? "image/png" : "image/jpeg");
const STEPS = { "+": 0.1, "=": 0.1, "-": -0.1 };

const written = (canvas, type, quality) => new Promise((done) => canvas.toBlob(done, type, quality));

function Answer({ name, label, tone, ...props }) {
  return (
    <button type="button" className={`button ${tone}`} data-testid={`action:${name}`} {...props}>
      {label}
    </button>
  );
}

export function ImageCropper({ ratio, shortest, longest, deepest, quality, biggest, texts }) {
  const root = useRef(null);
  const dialog = useRef(null);
  const result = useRef(null);
  const [area, setArea] = useState(null);
  const [job, setJob] = useState(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape of a page's pictures does not change
  useEffect(() => {
    root.current.crop = async (file, wanted = ratio) => {
      const bitmap = await createImageBitmap(file);
      setAt({ x: 0, y: 0 });
      setZoom(1);
      setArea(null);
      return new Promise((done) => setJob({ file, bitmap, ratio: wanted, url: URL.createObjectURL(file), done }));
    };
  }, []);
  useEffect(() => {
    if (job && !dialog.current.open) dialog.current.showModal();
  }, [job]);
  useEffect(() => {
    if (job && area && result.current) draw(result.current, job.bitmap, area);
  }, [job, area]);

  const finish = (made) => {
    dialog.current.close();
    URL.revokeObjectURL(job.url);
    job.bitmap.close();
    setJob(null);
    job.done(made);
  };
  const use = async () => {
    const canvas = cutOut(job.bitmap, area, { ratio: job.ratio, shortest, longest });
    let made = await written(canvas, kindOf(job.file), quality);
    if (made.size > biggest) made = await written(canvas, "image/jpeg", quality);
    finish(made);
  };
  const furthest = () => {
    const width = Math.min(job.bitmap.width, job.bitmap.height * job.ratio);
    return Math.max(1, Math.min(deepest, width / shortest, width / job.ratio / shortest));
  };
  // The frame is what the help speaks of: its keys are there at once.
  const onReady = () => dialog.current.querySelector(".crop-frame [role=img]")?.focus();
  const onKey = (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || !event.target.closest(".crop-frame")) return;
    event.preventDefault();
    setZoom((now) => Math.min(furthest(), Math.max(1, now + step)));
  };
  const onCancel = (event) => {
    event.preventDefault();
    finish(null);
  };
  const onZoom = (event) => {
    event.stopPropagation();
    setZoom(Number(event.target.value));
  };

  return (
    <div ref={root} data-crop="">
      <dialog ref={dialog} className="dialog crop" aria-labelledby="crop-title" onCancel={onCancel} onKeyDown={onKey}>
        {job && (
          <>
            <h2 id="crop-title">{texts.title}</h2>
            <p className="hint">{texts.help}</p>
            <div className="crop-frame">
              <Suspense fallback={null}>
                <EasyCrop
                  image={job.url}
                  aspect={job.ratio}
                  crop={at}
                  zoom={zoom}
                  maxZoom={furthest()}
                  keyboardStep={8}
                  disableAutomaticStylesInjection
                  onMediaLoaded={onReady}
                  onCropChange={setAt}
                  onZoomChange={setZoom}
                  onCropAreaChange={(_, pixels) => setArea(pixels)}
                  cropperProps={{ role: "img", "aria-label": texts.frame }}
                />
              </Suspense>
            </div>
            <div className="crop-tools">
              <figure>
                <canvas
                  ref={result}
                  width={Math.round(96 * Math.sqrt(job.ratio))}
                  height={Math.round(96 / Math.sqrt(job.ratio))}
                />
                <figcaption>{texts.result}</figcaption>
              </figure>
              <label className="crop-zoom">
                {texts.zoom}
                <input type="range" min={1} max={furthest()} step={0.01} value={zoom} onChange={onZoom} />
              </label>
            </div>
            <div className="row end">
              <Answer name="cancel-crop" label={texts.cancel} tone="plain" onClick={() => finish(null)} />
              <Answer name="use-crop" label={texts.use} tone="primary" onClick={use} disabled={!area} />
            </div>
          </>
        )}
      </dialog>
    </div>
  );
}
