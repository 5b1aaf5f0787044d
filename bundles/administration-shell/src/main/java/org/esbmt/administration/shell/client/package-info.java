/**
 * The program behind {@code bin/client}. It runs in a process of its own, from the class path, and is not part of the bus.
 */
package org.esbmt.administration.shell.client;
