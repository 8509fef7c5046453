/** Moves the signing infos of validators to the keys of the nodes that take them over. */
import { consensusText } from '../../app/modules/staking/addresses.js';
import { tryFromBase64 } from '../../codec/base64.js';
import { addressOf } from '../../consensus/types/validator.js';
import type { GenesisNode } from './genesis_node.js';
import { type Json, listAt, objectAt } from './json.js';
import type { ListedValidator } from './places.js';

const PATH = 'app_state.slashing';

/** Returns `slashing` of the state, with signing infos by the new keys; nothing where the document has none. */
export function withSigningKeys(
  appState: Json,
  places: ReadonlyMap<ListedValidator, GenesisNode>,
  prefix: string,
): Json {
  if (appState['slashing'] === undefined) return {};
  const slashing = objectAt(appState['slashing'], PATH);
  const moved = new Map(
    [...places].flatMap(([{ key, keyType }, { pubKey }]) => {
      const before = tryFromBase64(key);
      if (before === undefined) return [];
      const old = addressOf({ type: keyType, bytes: before });
      return [[consensusText(old, prefix), consensusText(addressOf(pubKey), prefix)]];
    }),
  );
  const infos = listAt(slashing['signing_infos'], `${PATH}.signing_infos`).map((entry) => {
    const address = moved.get(String(entry['address']));
    if (address === undefined) return entry;
    const info = objectAt(entry['validator_signing_info'], `${PATH}.signing_infos.validator_signing_info`);
    return { ...entry, address, validator_signing_info: { ...info, address } };
  });
  const missed = listAt(slashing['missed_blocks'], `${PATH}.missed_blocks`).map((entry) => {
    const address = moved.get(String(entry['address']));
    return address === undefined ? entry : { ...entry, address };
  });
  return { slashing: { ...slashing, signing_infos: infos, missed_blocks: missed } };
}
