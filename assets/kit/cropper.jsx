/* Cutting a picture to the shape the platform shows: the frame, what it keeps and the zoom, in the dialog of cropper.py.
 * The script hands the file to `crop` and gets the cut one back, or nothing when the person gave up. */

import { lazy, Suspense, useEffect, useRef, useState } from "react";

// Its styles as a file: the policy allows no element of style (tools/policy.py).
const EasyCrop = lazy(() =>
  Promise.all([import("react-easy-crop"), import("react-easy-crop/react-easy-crop.css")]).then(([module]) => module),
);
const STEPS = { "+": 0.1, "=": 0.1, "-": -0.1 };

/* What is in the frame, as large as it is kept. What is see-through is white, as on the platform's pages. */
function draw(canvas, { bitmap, ratio }, area, { shortest, longest }) {
  const least = Math.max(shortest / Math.min(area.width, area.height), 1);
  const scale = Math.min(least, longest / Math.max(area.width, area.height));
  canvas.width = Math.max(shortest, Math.round(area.width * scale));
  canvas.height = Math.max(shortest, Math.round(canvas.width / ratio));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  canvas.dataset.drawn = "";
}

/* The platform takes PNG and JPEG: what the others hold is written as JPEG, and what would be too heavy. */
async function written(canvas, { type }, { quality, biggest }) {
  const as = (wanted) => new Promise((done) => canvas.toBlob(done, wanted, quality));
  const made = await as(type === "image/png" ? type : "image/jpeg");
  return made.size > biggest ? as("image/jpeg") : made;
}

export function ImageCropper({ ratio, deepest, texts, ...sizes }) {
  const root = useRef(null);
  const canvas = useRef(null);
  const [job, setJob] = useState(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape of a page's pictures does not change
  useEffect(() => {
    root.current.crop = async (file, wanted = ratio) => {
      const dialog = root.current.closest("dialog");
      const [bitmap, url] = [await createImageBitmap(file), URL.createObjectURL(file)];
      setAt({ x: 0, y: 0 });
      setZoom(1);
      setJob({ bitmap, url, ratio: wanted });
      dialog.returnValue = "";
      dialog.showModal();
      await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
      const made = dialog.returnValue === "use" ? await written(canvas.current, file, sizes) : null;
      setJob(null);
      URL.revokeObjectURL(url);
      bitmap.close();
      return made;
    };
  }, []);

  const furthest = () => {
    const width = Math.min(job.bitmap.width, job.bitmap.height * job.ratio);
    return Math.max(1, Math.min(deepest, width / sizes.shortest, width / job.ratio / sizes.shortest));
  };
  const onKey = (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setZoom((now) => Math.min(furthest(), Math.max(1, now + step)));
  };
  return (
    <div ref={root} data-crop="">
      {job && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: what has these keys is the frame inside */}
          <div className="crop-frame" onKeyDown={onKey}>
            <Suspense fallback={null}>
              <EasyCrop
                image={job.url}
                aspect={job.ratio}
                crop={at}
                zoom={zoom}
                maxZoom={furthest()}
                keyboardStep={8}
                disableAutomaticStylesInjection
                // The frame is what the help speaks of: its keys are there at once.
                onMediaLoaded={() => root.current.querySelector("[role=img]")?.focus()}
                onCropChange={setAt}
                onZoomChange={setZoom}
                onCropAreaChange={(_, area) => draw(canvas.current, job, area, sizes)}
                cropperProps={{ role: "img", "aria-label": texts.frame }}
              />
            </Suspense>
          </div>
          <div className="crop-tools">
            <figure>
              <canvas ref={canvas} style={{ width: Math.round(96 * Math.sqrt(job.ratio)) }} />
              <figcaption>{texts.result}</figcaption>
            </figure>
            <label className="crop-zoom">
              {texts.zoom}
              <input
                type="range"
                form="" // It is no field of the form around it.
                min={1}
                max={furthest()}
                step={0.01}
                value={zoom}
                onChange={(event) => setZoom(Number(event.target.value))}
              />
            </label>
          </div>
        </>
      )}
    </div>
  );
}
