// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Counts at most once a minute.
contract Counter {
    error TooSoon(uint256 next);
    event Counted(address indexed by, uint256 count);

    uint256 public count;
    uint256 public next;

    function increment() external {
        if (block.timestamp < next) revert TooSoon(next);
        next = block.timestamp + 60;
        count++;
        emit Counted(msg.sender, count);
    }
}
