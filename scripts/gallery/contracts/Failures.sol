// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Fails in every way that Solidity has.
contract Failures {
    error Unauthorized();
    error TooFew(uint256 owned, uint256 asked, string what);

    enum Color { Red, Green }

    uint256[] private list;
    uint256 private burned;

    function reason() external pure {
        revert("not enough shares");
    }

    function noReason() external pure {
        revert();
    }

    function customError() external pure {
        revert Unauthorized();
    }

    function customErrorWithArguments() external pure {
        revert TooFew(3, 5, "shares");
    }

    function assertion(bool holds) external pure {
        assert(holds);
    }

    function overflow(uint256 value) external pure returns (uint256) {
        return value + 1;
    }

    function division(uint256 divisor) external pure returns (uint256) {
        return 1 / divisor;
    }

    function conversion(uint256 value) external pure returns (Color) {
        return Color(value);
    }

    function pop() external {
        list.pop();
    }

    function outOfBounds(uint256 index) external view returns (uint256) {
        return list[index];
    }

    function invalidOpcode() external pure {
        assembly {
            invalid()
        }
    }

    function burnAllGas() external {
        while (true) burned++;
    }
}
