/**
 * The core of administration. {@link org.esbmt.administration.internal.CommandExecutor} gives each command to its one handler. The packages
 * are layers, and each calls only those before it: {@code registry}, {@code policy}, {@code change}, {@code login}, {@code quota},
 * {@code tenant}, {@code assembly}, {@code component}, {@code batch}, {@code oversight}.
 */
package org.esbmt.administration.internal;
