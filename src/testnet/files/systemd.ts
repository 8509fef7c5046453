/** Formats systemd units: one for the application and one for the engine of each node. */
import type { PlannedNode } from '../planned_node.js';

export interface UnitTerms {
  readonly chainId: string;
  /** Folder of the homes on the machines that run the units. */
  readonly installDir: string;
}

export interface Unit {
  /** Name of the unit's file. */
  readonly name: string;
  readonly text: string;
}

const HEADER: readonly string[] = [
  'Copy this file to /etc/systemd/system, and the home of the node to the folder that --home names. The home belongs to',
  'the user of the unit. Change the user and the paths of the programs where yours differ, then run',
  '"systemctl daemon-reload" and "systemctl enable --now" with the names of both units of the node.',
];

/** Escapes what systemd would expand, and quotes the text. */
const argument = (text: string): string => {
  const escaped = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(escaped) ? JSON.stringify(escaped) : escaped;
};

export function unitsOf({ name }: PlannedNode, { chainId, installDir }: UnitTerms): readonly Unit[] {
  const home = argument(`${installDir.replace(/\/+$/, '')}/${name}`);
  const app = `halley-${name}-app.service`;
  const engine = `halley-${name}-engine.service`;
  return [
    {
      name: app,
      text: unitText({
        description: `Application of ${name} (${chainId})`,
        order: ['After=network-online.target'],
        command: `/usr/bin/env halley app --home ${home}`,
      }),
    },
    {
      name: engine,
      text: unitText({
        description: `Consensus engine of ${name} (${chainId})`,
        // Units stop in the opposite order, so the engine stops first.
        order: [`Wants=${app}`, `After=network-online.target ${app}`],
        command: `/usr/local/bin/cometbft start --home ${home}`,
      }),
    },
  ];
}

interface UnitParts {
  readonly description: string;
  readonly order: readonly string[];
  readonly command: string;
}

function unitText({ description, order, command }: UnitParts): string {
  const lines = [
    ...HEADER.map((line) => `# ${line}`),
    '[Unit]',
    `Description=${description}`,
    'Wants=network-online.target',
    ...order,
    '',
    '[Service]',
    'User=halley',
    `ExecStart=${command}`,
    // Each of the two ends when the other does.
    'Restart=always',
    'RestartSec=5',
    'TimeoutStopSec=60',
    'LimitNOFILE=65536',
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ];
  return `${lines.join('\n')}\n`;
}
