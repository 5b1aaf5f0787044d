package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.xml.api.NamespaceTable;

/**
 * An expression that is answered while a document is read.
 *
 * @param test what is asked; null if it is the first node of the only path
 * @param paths all that occur
 * @param table the namespaces that occur, with the numbers that the paths use
 */
record StreamPlan(StreamTest test, List<StreamPath> paths, NamespaceTable table) {}
