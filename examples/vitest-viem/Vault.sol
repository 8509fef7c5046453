// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Locks the deposit of its creator until a given time.
contract Vault {
    error Locked(uint256 until);
    error NotOwner(address caller);
    event Withdrawn(uint256 amount);

    address public immutable owner = msg.sender;
    uint256 public immutable unlockTime;

    constructor(uint256 until) payable {
        unlockTime = until;
    }

    function withdraw() external {
        if (block.timestamp < unlockTime) revert Locked(unlockTime);
        if (msg.sender != owner) revert NotOwner(msg.sender);
        emit Withdrawn(address(this).balance);
        payable(owner).transfer(address(this).balance);
    }
}
