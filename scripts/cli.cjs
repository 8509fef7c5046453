#!/usr/bin/env node
/**
 * Runs the `halley` command: it checks the version of Node, then loads the bundle. Node 6 and later parse this file, so
 * that an older Node gets one line about its version instead of an error in the bundle.
 */
'use strict';
/** Least version of Node, as in `engines` of package.json. */
const NEEDED_NODE = '20.19';

function isOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

if (isOldNode()) {
  process.stderr.write(
    `halley: this is Node.js ${process.versions.node}: expected ${NEEDED_NODE} or newer; install one, and check with "node --version"\n`,
  );
  process.exit(1);
}

const { runCommand } = require('./loader.cjs').load('command');
runCommand();
