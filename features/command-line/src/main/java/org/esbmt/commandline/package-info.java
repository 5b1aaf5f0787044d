/**
 * The program behind {@code bin/esbmt}. It reads the commands from the OpenAPI document of the bus, and names no operation of
 * administration itself. {@link org.esbmt.commandline.Esbmt} begins.
 */
package org.esbmt.commandline;
