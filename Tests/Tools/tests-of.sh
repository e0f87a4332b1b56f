#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Prints the test targets of modules, including those in other targets: tests-of.sh PublisherKit,RexCore
for module in $(tr , ' ' <<<"$1"); do
    echo "${module}Tests"
    case $module in
    PrismExpansion) echo PrismTests ;;
    PublisherKit) echo PublisherMiddlewareTests ;;
    StateComparison) echo LoggerMiddlewareTests ;;
    esac
done | paste -sd ' '
