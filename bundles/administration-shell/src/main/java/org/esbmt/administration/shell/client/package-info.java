/** The program behind {@code bin/client}. It runs in a process of its own, from the class path, and is no part of the bus. */
package org.esbmt.administration.shell.client;
