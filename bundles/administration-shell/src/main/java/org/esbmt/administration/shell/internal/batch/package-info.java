/** The command that submits a batch, and the reader of the batches that clients send; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.batch;
