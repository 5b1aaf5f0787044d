/**
 * Kills, stops and cuts off what takes part in an administrative change, at each point of it, and looks whether the promises
 * hold. Nodes, databases and broker are processes of their own; what happens between them is seen by proxies in between, and
 * nothing in the bus knows of it. {@code CrashMatrix} is the command, {@code CrashSampleIT} the sample of every build.
 */
package org.esbmt.itests.crash;
