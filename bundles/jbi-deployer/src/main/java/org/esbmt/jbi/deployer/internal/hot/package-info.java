/** Hot deployment of the folder deploy/; File Install calls it. */
package org.esbmt.jbi.deployer.internal.hot;
