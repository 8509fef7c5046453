// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Shows the price that validators agree on, with the functions of Chainlink's AggregatorV3Interface. The chain writes
/// the first three slots, at the beginning of a block.
contract PriceFeed {
    int256 public latestAnswer;
    uint256 public latestTimestamp;
    /// Height of the block that wrote the price.
    uint256 public latestRound;
    string public description;
    /// Price around which validators report.
    int256 public referencePrice;

    uint8 public constant decimals = 8;
    uint256 public constant version = 1;

    function latestRoundData() public view returns (uint80, int256, uint256, uint256, uint80) {
        require(latestRound != 0, "No data present");
        return (uint80(latestRound), latestAnswer, latestTimestamp, latestTimestamp, uint80(latestRound));
    }

    function getRoundData(uint80 roundId) external view returns (uint80, int256, uint256, uint256, uint80) {
        require(roundId == latestRound, "No data present");
        return latestRoundData();
    }
}
