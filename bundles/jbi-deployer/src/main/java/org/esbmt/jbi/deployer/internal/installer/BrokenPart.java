package org.esbmt.jbi.deployer.internal.installer;

/**
 * What is installed by its record, but cannot be read any more: it can be uninstalled, and nothing else.
 *
 * @param failure why
 */
record BrokenPart(PartRecord record, String failure) {}
