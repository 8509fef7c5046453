/** Formats `config.toml` of CometBFT 0.38 (config/toml.go): every key of the engine, with its meaning. */
import type { EngineSettings } from './engine_settings.js';
import { baseSection, rpcSection } from './node_sections.js';
import { consensusSection, mempoolSection, p2pSection } from './protocol_sections.js';
import { storageSections, syncSections } from './storage_sections.js';
import { tomlText } from './toml.js';

/** Is the version of CometBFT whose keys the file has. */
export const COMET_VERSION = '0.38.25';

const HEADER = [
  'CometBFT: the consensus engine of a validator. Halley, its application, is configured by app.toml.',
  'Paths are relative to the home folder. Durations are texts such as "500ms" or "1m30s".',
];

export const cometConfigText = (settings: EngineSettings): string =>
  tomlText(HEADER, [
    baseSection(settings, COMET_VERSION),
    rpcSection(settings),
    p2pSection(settings),
    mempoolSection(settings),
    ...syncSections(),
    consensusSection(settings),
    ...storageSections(settings),
  ]);
