export { ImageResultsScreen as default } from "@/components/images/images-screen";
