package org.esbmt.administration.console.internal.web;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Frame;
import org.esbmt.administration.console.internal.view.View;

/** Draws pages with the templates of this bundle, which are compiled in the build. */
final class Templates {
    private static final String PACKAGE = "org.esbmt.administration.console.internal.templates";

    private final TemplateEngine engine = engine();

    /** An engine of compiled templates keeps the class loader of the thread that makes it. */
    private static TemplateEngine engine() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Templates.class.getClassLoader());
        try {
            return TemplateEngine.createPrecompiled(null, ContentType.Html, Templates.class.getClassLoader(), PACKAGE);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    String page(Frame frame, View view, Texts texts) {
        StringOutput out = new StringOutput();
        engine.render("layout.jte", Map.of("frame", frame, "view", view, "texts", texts), out);
        return out.toString();
    }
}
