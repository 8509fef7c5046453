/** Notices when the members of the validator set, or their powers, differ from those of the last picture. */
import type { ValidatorSet } from '../../../consensus/types/validator_set.js';
import { equalBytes } from '../../../kernel/bytes.js';

export class SetWatch {
  #last: ValidatorSet['validators'] = [];

  remember({ validators }: ValidatorSet): void {
    this.#last = validators;
  }

  /** Compares members and powers; priorities change at every height. */
  hasChanged({ validators }: ValidatorSet): boolean {
    return (
      validators.length !== this.#last.length ||
      validators.some((validator, index) => {
        const before = this.#last[index];
        return before?.votingPower !== validator.votingPower || !equalBytes(before.address, validator.address);
      })
    );
  }
}
