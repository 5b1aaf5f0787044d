/** The commands that read and verify the audit trail; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.audit;
