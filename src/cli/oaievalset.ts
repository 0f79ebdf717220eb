#!/usr/bin/env node
import { runBin } from "./run-bin.ts";

runBin(["set"]);
