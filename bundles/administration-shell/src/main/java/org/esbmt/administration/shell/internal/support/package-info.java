/** The common part of all commands: base classes, completers, input, tables and refusals; the packages of commands call it. */
package org.esbmt.administration.shell.internal.support;
