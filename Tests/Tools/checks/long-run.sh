#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Lets a service with effects, requests, a recorder and an inspector process ten million actions. Fails if the process has more than
# 5 % more memory after the last million than after the first.
. "$(dirname "$0")/../build.sh"
$SWIFT run --package-path Tests/Benchmarks -c release --scratch-path .build-benchmark Benchmarks --long-run
