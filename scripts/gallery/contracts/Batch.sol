// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Is the code that an account delegates to by EIP-7702: it makes several calls as the account.
contract Batch {
    struct Call {
        address to;
        uint256 value;
    }

    event Sent(address indexed from, address indexed to, uint256 value);

    error NotTheAccount(address sender);

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotTheAccount(msg.sender);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, ) = calls[i].to.call{value: calls[i].value}("");
            require(ok, "a call fails");
            emit Sent(address(this), calls[i].to, calls[i].value);
        }
    }
}
