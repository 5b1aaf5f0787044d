package org.esbmt.administration.console.internal.web;

import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import org.esbmt.administration.console.internal.templates.JtelayoutGenerated;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Frame;
import org.esbmt.administration.console.internal.view.View;

/**
 * Draws pages with the templates of this bundle, which are compiled in the build. A direct call needs no search by name,
 * which would use the class loader of the thread.
 */
final class Templates {

    String page(Frame frame, View view, Texts texts) {
        StringOutput out = new StringOutput();
        JtelayoutGenerated.render(new OwaspHtmlTemplateOutput(out), null, frame, view, texts);
        return out.toString();
    }
}
