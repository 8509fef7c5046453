/** Reads the option for the faults with which a devnet starts. */
import { isRecord, listOf, type Reader } from '../../settings/reader.js';
import { refusedOption } from '../../settings/refused_option.js';
import type { DevnetFault } from '../faults/fault_menu.js';
import { readFault, readFaultText } from '../faults/read_fault.js';

const fault: Reader<DevnetFault> = (value, path) => {
  if (typeof value === 'string' && value.trim() !== '') return readFaultText(value);
  if (isRecord(value)) return readFault(value);
  throw refusedOption(
    path,
    value,
    'an object such as {"type": "equivocate", "node": 3}, or text such as equivocate:node=3',
  );
};

/** Reads faults that are objects or text. The number of validators is not known yet, so every index is valid. */
export const faults: Reader<readonly DevnetFault[]> = listOf(fault, 'faults');

/** Option as `createDevnet` takes it. */
export interface FaultsOption {
  readonly faults?: readonly (DevnetFault | string)[] | undefined;
}

/** Returns the faults of the option for a network of `size` validators. Throws HalleyError `invalid-argument`. */
export const faultsOption = ({ faults: given = [] }: FaultsOption, size: number): readonly DevnetFault[] =>
  faults(given, 'faults').map((one) => readFault(one, size));
