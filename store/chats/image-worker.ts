import { prepareImage } from "@/lib/media/prepare-image";
import { goOnErrand } from "@/store/base/errand";

// A thread of its own for what is computed of a picture: a photo of a phone keeps a page busy for a second.
goOnErrand(prepareImage);
