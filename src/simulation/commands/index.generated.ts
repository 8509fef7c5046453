// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { command as add_node } from './add_node.js';
import { command as connect } from './connect.js';
import { command as crash } from './crash.js';
import { command as disconnect } from './disconnect.js';
import { command as end_faults } from './end_faults.js';
import { command as mark_byzantine } from './mark_byzantine.js';
import { command as pass_time } from './pass_time.js';
import { command as restart } from './restart.js';
import { command as set_fault } from './set_fault.js';
import { command as set_mining_mode } from './set_mining_mode.js';
import { command as start_height } from './start_height.js';
import { command as submit_evidence } from './submit_evidence.js';
import { command as transactions_available } from './transactions_available.js';

export const COMMANDS: readonly [
  typeof add_node,
  typeof connect,
  typeof crash,
  typeof disconnect,
  typeof end_faults,
  typeof mark_byzantine,
  typeof pass_time,
  typeof restart,
  typeof set_fault,
  typeof set_mining_mode,
  typeof start_height,
  typeof submit_evidence,
  typeof transactions_available,
] = [
  add_node,
  connect,
  crash,
  disconnect,
  end_faults,
  mark_byzantine,
  pass_time,
  restart,
  set_fault,
  set_mining_mode,
  start_height,
  submit_evidence,
  transactions_available,
];
