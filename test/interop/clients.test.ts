/** Checks some clients again in some situations, and compares with the table of the guide. */
import { describe, expect, it } from 'vitest';
import { type ClientName, checkNamed, verdictsOfGuide } from '../../scripts/clients_table.js';
import { SITUATIONS } from '../../src/cli/clients/situations.js';
import { toolsAreAbsent } from './peers/tools.js';

/** Situations whose verdict does not depend on how fast the machine is, and that end early. */
const CHECKED: Readonly<Partial<Record<ClientName, readonly string[]>>> = {
  viem: ['unavailable', 'truncated', 'lost-event', 'doubled-event'],
  ethers: ['unavailable', 'rate-limited', 'truncated', 'lost-event'],
  web3: ['unavailable', 'wrong-id', 'doubled-event'],
  cosmjs: ['unavailable', 'bad-gateway', 'lost-event'],
};

describe.skipIf(toolsAreAbsent)('the table of clients', () => {
  const published = verdictsOfGuide();

  it.concurrent.each(Object.entries(CHECKED))('has the verdicts of %s', async (name, situations) => {
    const chosen = SITUATIONS.filter((situation) => situations.includes(situation.name));
    const { results } = await checkNamed(name as ClientName, chosen);
    const found = results.map(({ situation, verdict }) => [situation.name, verdict]);
    expect(found).toEqual(chosen.map((situation) => [situation.name, published.get(`${name} ${situation.name}`)]));
  });
});
