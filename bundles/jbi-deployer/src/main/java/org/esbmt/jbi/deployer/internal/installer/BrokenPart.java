package org.esbmt.jbi.deployer.internal.installer;

/**
 * A part with a record whose files cannot be read any more. It can only be uninstalled.
 *
 * @param failure the reason
 */
record BrokenPart(PartRecord record, String failure) {}
