/** Installed components, shared libraries and their settings. Present while the deployer of this node runs. */
package org.esbmt.administration.internal.component;
