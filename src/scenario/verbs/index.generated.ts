// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { verb as add_validator } from './add_validator.js';
import { verb as broadcast } from './broadcast.js';
import { verb as crash } from './crash.js';
import { verb as end } from './end.js';
import { verb as fault } from './fault.js';
import { verb as heal } from './heal.js';
import { verb as light_client_attack } from './light_client_attack.js';
import { verb as link } from './link.js';
import { verb as partition } from './partition.js';
import { verb as power } from './power.js';
import { verb as request } from './request.js';
import { verb as restart } from './restart.js';
import { verb as revert } from './revert.js';
import { verb as send } from './send.js';
import { verb as skew } from './skew.js';
import { verb as snapshot } from './snapshot.js';

export const VERBS = [
  add_validator,
  broadcast,
  crash,
  end,
  fault,
  heal,
  light_client_attack,
  link,
  partition,
  power,
  request,
  restart,
  revert,
  send,
  skew,
  snapshot,
] as const;
