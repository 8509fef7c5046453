import { historyRows } from './history.js';
import { halley } from './targets.js';
import { closeConnections } from './client.js';
import { printTable } from './table.js';
const w = { ...halley, args: (...g: Parameters<typeof halley.args>) => ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', ...halley.args(...g)] };
printTable([{ name: w.name, rows: await historyRows(w as typeof halley, false) }]); closeConnections(); process.exit(0);
