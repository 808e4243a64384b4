/* Where the server stands: elsewhere than the pages while they are developed (make dev). */

import env from "$/env.json";
import { getBackendURL } from "$/utils/state";

export const backend = () => getBackendURL(env.PING).href;
