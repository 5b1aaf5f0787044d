package org.esbmt.jbi.deployer.internal.installer;

import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;

/** An installed shared library: one set of classes for all components that use it. */
record LibraryPart(PartRecord record, InstallerDescriptor.Library descriptor, PartLoader loader) {}
