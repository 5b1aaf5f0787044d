package org.esbmt.jbi.deployer.internal.installer;

/**
 * An installed part with unreadable files. It can only be uninstalled.
 *
 * @param failure the reason
 */
record BrokenPart(PartRecord record, String failure) {}
