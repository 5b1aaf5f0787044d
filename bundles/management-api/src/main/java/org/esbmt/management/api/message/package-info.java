/**
 * What the bus tells its nodes when administration changes something, and what they answer: values, their one form as
 * text, and the seal by which a node knows that the text is the bus's own. How texts get from here to there is not said
 * here.
 */
@Export
@Version("1.0.0")
package org.esbmt.management.api.message;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
