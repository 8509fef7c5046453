/** The genesis of a devnet that is given none: `genesis/dev.json`, begun when the clock says. */
import document from '../../genesis/dev.json' with { type: 'json' };

export function developmentGenesis(): unknown {
  const { genesis_time: _, ...rest } = document;
  return rest;
}
