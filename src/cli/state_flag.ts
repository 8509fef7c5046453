/**
 * Replaces `--state FILE` by what it means: load the file if it exists and the chain is new, and write it at the end. A
 * file that is not loaded must be of the chain in the home folder already.
 */
import { existsSync, statSync } from 'node:fs';
import type { ResolvedConfig } from '../config/schema.js';
import { stateFilePath } from '../config/state_files.js';
import { ownerOf } from './home.js';

export function withStateFlag(config: ResolvedConfig): ResolvedConfig {
  const { state, home } = config.run;
  if (state === undefined) return config;
  const isNew = home === undefined || ownerOf(home) === undefined;
  const loadState = isNew && isFile(stateFilePath(state)) ? state : undefined;
  return { ...config, run: { ...config.run, dumpState: state, loadState } };
}

/** Returns false for a pipe or a device too. The devnet refuses to write it; reading could wait forever. */
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
