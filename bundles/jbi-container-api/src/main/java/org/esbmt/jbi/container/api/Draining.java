package org.esbmt.jbi.container.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A marker service in the OSGi registry. It is registered while this node is asked to finish its open exchanges and to
 * accept no new ones. Binding components direct their clients to other nodes; open exchanges continue. It is
 * unregistered when the node accepts exchanges again.
 */
@ProviderType
public interface Draining {}
