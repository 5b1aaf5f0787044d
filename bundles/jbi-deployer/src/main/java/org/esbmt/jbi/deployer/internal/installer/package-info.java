/** Installers of JBI components and shared libraries, their files and class loaders; jmx and hot call them. */
package org.esbmt.jbi.deployer.internal.installer;
