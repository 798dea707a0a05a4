#!/usr/bin/env bash
# Ratings: given, changed, exported.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 2 "there is no lesson 'w99-none'" rate w99-none 3
expect 2 "is not a rating: write a number from 1 to 5" rate w01-vector-add 6
expect 2 "is not a rating: write a number from 1 to 5" rate w01-vector-add good
expect 0 '"ratings": []' progress ratings
expect 0 "w01-vector-add: 2 of 5" rate w01-vector-add 2 'the "figure" came too late'
expect 0 "w01-vector-add: 4 of 5" rate w01-vector-add 4
expect 0 "w01-vector-add: 4 of 5" rate vector_add 4
expect 0 '"stars": 4' progress ratings
expect 0 'the \"figure\" came too late' progress ratings
expect 0 '"schema": "warpschool.ratings/1"' progress ratings
finish
