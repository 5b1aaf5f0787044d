package org.esbmt.jbi.container.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An OSGi service that is there while this node is asked to finish what it has and to take nothing new. Binding components
 * send their clients elsewhere; what is in progress is done as ever. It goes when the node is wanted again.
 */
@ProviderType
public interface Draining {}
